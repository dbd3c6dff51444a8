import { unwrap } from "../../api/client.ts";
import { lineIssues } from "../../parts/form/kind_values.ts";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { type FormHandle, ShownElsewhere, useForm } from "../../parts/form/use_form.ts";
import { countText } from "../../parts/numbers.ts";
import { works } from "../../parts/test_before_saving.ts";
import { useConsole } from "../../shell/console.ts";
import {
  changesConnection,
  isOtherPlant,
  type Source,
  sourceBody,
  type SourceKind,
  type SourceValues,
  storedValues,
  testedBody,
} from "./source_model.ts";

interface SourceFormOptions {
  kind: SourceKind;
  stored?: Source;
  initial?: SourceValues;
  /** Called with what is stored. */
  onSaved?(source: Source): void;
}

/** The settings of a source. What concerns the connection is tested before it is stored. */
export function useSourceForm(
  { kind, stored, initial, onSaved }: SourceFormOptions,
): FormHandle<SourceValues> {
  const { api, toasts, dialogs } = useConsole();
  const form = useForm<SourceValues>({
    initial: initial ?? storedValues(kind, stored!),
    check: ({ config }) => lineIssues(kind.fields, config),
    async send(values) {
      const test = () =>
        unwrap(api.POST("/api/sources/test", {
          body: { id: stored?.id ?? null, kind: kind.kind, ...testedBody(kind, values) },
        }));
      const tests = changesConnection(kind, stored, values);
      if (tests && !await works(dialogs, { test, keeps: stored !== undefined })) throw new ShownElsewhere();
      if (isOtherPlant(kind, stored, values) && !await dialogs.confirm(await otherPlant(stored!))) {
        throw new ShownElsewhere();
      }
      const body = sourceBody(kind, values);
      const { data, message } = stored === undefined
        ? await unwrap(api.POST("/api/sources", { body: { kind: kind.kind, ...body } }))
        : await unwrap(api.PUT("/api/sources/{id}", { params: { path: { id: stored.id } }, body }));
      toasts.done(message);
      form.reset({ ...values, secrets: {} });
      onSaved?.(data);
    },
  });
  useUnsavedGuard(() => form.isDirty.value);

  async function otherPlant({ name }: Source) {
    const query = { is_deployed: true, limit: 1 };
    const { pagination } = await unwrap(api.GET("/api/instances", { params: { query } }));
    return {
      title: "Another plant",
      text: `With these settings, ${name} reads the streams of another plant: ${
        countText(pagination?.total ?? 0, "deployed instance")
      } will stop until they are bound anew or you go back.`,
      action: "Save",
      danger: true,
    };
  }

  return form;
}
