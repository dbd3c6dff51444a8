import { assertEquals, assertMatch } from "@std/assert";
import { provider } from "../support/ai_provider.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { ModelServer } from "../support/model_server.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

browserTest(
  "an answer is streamed with its function calls, its evidence and its unverified references",
  async ({ on, open }) => {
    await using model = new ModelServer();
    await provider(on, model, { display_name: "Advisor" });
    const plant = await pumps(on);
    await plant.press(1, 90);
    const { id } = await on.event(plant.instances[0], (row) => row.severity === "critical");
    model.script.push(
      { calls: [{ name: "get_active_events", arguments: "{}" }] },
      {
        text:
          `See [event:${id}] and [event:987654]. <img src=x onerror=alert(1)> ![x](https://evil.example/a.png)`,
      },
    );
    const { page } = await open({ path: "/assistant" });
    await page.getByLabel("Your question").fill("What is wrong?");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: `#${id}`, exact: true }).waitFor();
    await page.getByText("Get active events").click();
    await page.getByText("Unverified:").waitFor();
    await eventuallyEquals(() => page.getByText("987654?", { exact: true }).count(), 1);
    assertEquals(await page.getByRole("link", { name: "#987654" }).count(), 0);
    await page.getByText("<img src=x onerror=alert(1)>").waitFor();
    await page.getByText("(evil.example)").waitFor();
    assertEquals(await page.locator("main img").count(), 0);
    await page.getByText("1 verified by Andon").click();
    assertMatch(page.url(), /\/assistant\?provider=\d+&session=ses_/);
    const evidence = page.locator(".answer-evidence").getByRole("link");
    await evidence.click();
    await page.getByRole("heading", { name: /Too high/ }).waitFor();
    await page.goBack();
    await page.getByText("1 verified by Andon").waitFor();
    await page.getByText("Unverified:").waitFor();
    await evidence.waitFor();
    await page.reload();
    await page.getByText("1 verified by Andon").waitFor();
    await page.getByRole("link", { name: `#${id}`, exact: true }).first().waitFor();
    await page.getByRole("link", { name: "What is wrong?" }).waitFor();
    await page.getByRole("link", { name: `#${id}`, exact: true }).click();
    await page.getByRole("heading", { name: /Too high/ }).waitFor();
  },
);

browserTest(
  "in a long conversation the question field and the newest message are in view",
  async ({ on, open }) => {
    await using model = new ModelServer();
    const id = await provider(on, model, {
      display_name: "An advisor whose name is as long as names get here",
    });
    const ask = async (body: Record<string, unknown>) =>
      (await on.client.ok("POST", `/api/ai-providers/${id}/conversation`, body)).data.session_id;
    for (let at = 0; at < 18; at++) await ask({ message: `Question ${at}` });
    model.script.push({ text: "Line after line.\n".repeat(100) }, { text: "The newest words" });
    const session = await ask({ message: "At length" });
    await ask({ message: "And in short", session_id: session });
    for (const size of ["wide", "phone"] as const) {
      const { page } = await open({ path: `/assistant?provider=${id}&session=${session}`, size });
      await page.getByText("The newest words").waitFor();
      await page.getByRole("link", { name: "Question 17" }).waitFor();
      const { height, width } = page.viewportSize() ?? { height: 0, width: 0 };
      const tool = await page.getByRole("link", { name: "New conversation" }).boundingBox();
      assertEquals(tool !== null && tool.x + tool.width <= width, true, size);
      for (const part of [page.getByRole("button", { name: "Send" }), page.getByText("The newest words")]) {
        // The list goes to its end in the frame after it has grown.
        await eventually(`${part} is in view, ${size}`, async () => {
          const box = await part.boundingBox();
          return box !== null && box.y > 0 && box.y + box.height <= height;
        });
      }
    }
  },
);

browserTest(
  "an administrator can read another user's conversation from the log, but not continue it",
  async ({ on, open }) => {
    await using model = new ModelServer();
    const id = await provider(on, model);
    const operator = await userOf(on, "operator");
    const theirs = await open({ path: `/assistant?provider=${id}`, as: operator });
    await theirs.page.getByLabel("Your question").fill("Is it me?");
    await theirs.page.keyboard.press("Enter");
    await theirs.page.getByRole("link", { name: "Is it me?" }).waitFor();
    const { page } = await open({ path: `/assistant?provider=${id}` });
    await page.getByText("None yet.").waitFor();
    await page.goto(`/assistant/logs?provider=${id}`);
    await page.getByRole("link", { name: "Open", exact: true }).first().click();
    await page.getByText("This is another user's conversation").waitFor();
    assertEquals(await page.getByLabel("Your question").count(), 0);
    await page.getByRole("link", { name: "New conversation" }).click();
    await page.getByLabel("Your question").waitFor();
  },
);

browserTest("each log has its own filters, and the address holds them", async ({ on, open }) => {
  await using model = new ModelServer();
  const id = await provider(on, model);
  model.script.push({ calls: [{ name: "get_active_events", arguments: "{}" }] }, { text: "Nothing." });
  await on.client.ok("POST", `/api/ai-providers/${id}/conversation`, { message: "What is wrong?" });
  const { page } = await open({ path: `/assistant/logs?provider=${id}` });
  const question = page.getByRole("gridcell", { name: "What is wrong?" });
  await question.waitFor();
  await page.getByRole("combobox", { name: "Type" }).selectOption("Answers");
  await question.waitFor({ state: "detached" });
  await page.getByRole("gridcell", { name: "Nothing." }).waitFor();
  await page.getByRole("combobox", { name: "Log" }).selectOption("Function calls");
  await page.getByRole("gridcell", { name: "Get active events" }).waitFor();
  await page.getByRole("combobox", { name: "Result" }).selectOption("Failed");
  await page.getByText("No entries match the filters").waitFor();
  assertMatch(page.url(), /log=calls&outcome=error$/);
  await page.getByRole("search").getByRole("link", { name: "Clear filters" }).click();
  await page.getByRole("searchbox", { name: "Function" }).fill("Get event");
  await page.keyboard.press("Enter");
  await page.getByText("No entries match the filters").waitFor();
  await page.getByRole("combobox", { name: "Time" }).selectOption("Last hour");
  await page.getByRole("searchbox", { name: "Function" }).fill("Get active events");
  await page.keyboard.press("Enter");
  await page.getByRole("gridcell", { name: "Get active events" }).waitFor();
  await page.reload();
  await page.getByRole("gridcell", { name: "Get active events" }).waitFor();
  assertMatch(page.url(), /hours=1&name=get_active_events$/);
});

browserTest(
  "a deleted conversation shows a message, and the next question starts a new one",
  async ({ on, open }) => {
    await using model = new ModelServer();
    const id = await provider(on, model);
    const { page } = await open({ path: `/assistant?provider=${id}` });
    await page.getByLabel("Your question").fill("Still there?");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Still there?" }).waitFor();
    const gone = page.url();
    await page.goto(`/assistant/logs?provider=${id}`);
    await page.getByRole("gridcell", { name: "Still there?" }).waitFor();
    await page.getByRole("button", { name: "Clear conversations" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Clear conversations" }).click();
    await page.getByText("No log entries yet").waitFor();
    await page.goto(gone);
    await page.getByText("This conversation no longer exists").waitFor();
    await page.getByLabel("Your question").fill("And now?");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "And now?" }).waitFor();
  },
);

browserTest(
  "a proposal survives a reload; an engineer can save it, an operator can only read it",
  async ({ on, open }) => {
    await using model = new ModelServer();
    await provider(on, model);
    await pumps(on);
    const propose = {
      calls: [{
        name: "propose_rule_template",
        arguments: JSON.stringify({
          name: "Pressure high",
          category: "health",
          rules: [{
            rule_id: "high",
            rule_name: "High",
            event_name: "<VALUE>.High",
            severity: "warning",
            conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 80 }],
          }],
          placeholders: [{ placeholder_name: "VALUE", data_type: "NUM", description: "", is_required: true }],
        }),
      }],
    };
    model.script.push(propose, { text: "Here it is." }, propose, { text: "Here it is." });
    const ask = async (as: { username: string; password: string }) => {
      const { page } = await open({ path: "/assistant", as });
      await page.getByLabel("Your question").fill("Propose one");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByRole("region", { name: "Proposed template Pressure high" }).waitFor();
      return page;
    };
    const operator = await ask(await userOf(on, "operator"));
    await operator.getByText("needs the engineer role").waitFor();
    const engineer = await ask(await userOf(on, "engineer"));
    await engineer.getByText("No backtest:").waitFor();
    await engineer.waitForURL(/session=ses_/);
    await engineer.reload();
    await engineer.getByText("No backtest:").waitFor();
    // Another tab has nothing of what this one keeps.
    await engineer.evaluate("sessionStorage.clear()");
    await engineer.reload();
    await engineer.getByText("The backtest result is not stored").waitFor();
    await engineer.getByText("When <VALUE> is above 80, raise a warning event “<VALUE>.High”").waitFor();
    await engineer.getByRole("button", { name: "Save as template" }).click();
    await engineer.getByRole("link", { name: "Open the template" }).click();
    await engineer.getByRole("heading", { name: "Pressure high" }).first().waitFor();
    const { data } = await on.client.ok("GET", "/api/templates");
    assertEquals(data.filter(({ name }: { name: string }) => name === "Pressure high").length, 1);
  },
);

browserTest(
  "a proposal shows its backtest, and can be changed in the editor before it is saved",
  async ({ on, open }) => {
    await using model = new ModelServer();
    await provider(on, model);
    await pumps(on);
    const stream = "Own.Line1.Pump1.Pressure";
    const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    await on.streams.write(stream, [at(900), 20], [at(600), 90], [at(500), 20]);
    const drafted = {
      name: "Pressure high",
      category: "health",
      placeholder_mappings: { VALUE: stream },
      rules: [{
        rule_id: "high",
        rule_name: "High",
        event_name: "<VALUE>.High",
        severity: "warning",
        conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 80 }],
      }],
      placeholders: [{ placeholder_name: "VALUE", data_type: "NUM", description: "", is_required: true }],
    };
    model.script.push({
      calls: [{ name: "propose_rule_template", arguments: JSON.stringify(drafted) }],
    }, { text: "Here it is." });
    const { page } = await open({ path: "/assistant" });
    await page.getByLabel("Your question").fill("Propose one");
    await page.getByRole("button", { name: "Send" }).click();
    const backtest = page.getByRole("region", { name: "Backtest of Pressure high" });
    await backtest.getByRole("slider", { name: `Trend of ${stream}` }).waitFor();
    await page.getByText(`Placeholders: VALUE (tested with ${stream})`).waitFor();
    await backtest.locator("dl > div").first().getByText("1", { exact: true }).waitFor();
    const turns = page.getByRole("group", { name: "Questions and answers" });
    const isAtEnd = () =>
      turns.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight < 2);
    await eventually("the end of the proposal is in view", isAtEnd);
    await backtest.locator("canvas").first().waitFor();
    await eventually("it still is, with the chart", isAtEnd);
    await page.getByRole("button", { name: "Open in editor" }).click();
    await page.getByText("Draft by the assistant, not saved yet.").waitFor();
    const beside = page.getByRole("region", { name: "Backtest" });
    assertEquals(await beside.getByRole("combobox", { name: "VALUE" }).inputValue(), stream);
    await page.getByLabel("Limit", { exact: true }).fill("95");
    await beside.getByText("No events in this time.").waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText("All changes saved").waitFor();
    const { data } = await on.client.ok("GET", "/api/templates");
    const saved = data.find(({ name }: { name: string }) => name === "Pressure high");
    assertEquals(saved.rules[0].conditions[0].value, 95);
  },
);

browserTest("a question that is sent the moment its field is there is answered", async ({ on, open }) => {
  await using model = new ModelServer();
  await provider(on, model);
  model.script.push({ text: "All is well." });
  const { page } = await open({
    path: "/assistant",
    async prepare(page) {
      await page.addInitScript({ content: ASKING_AT_ONCE });
    },
  });
  const answered = page.locator("article[aria-busy=false]");
  await answered.getByText("Quick?").waitFor();
  assertMatch(await answered.innerText(), /All is well\./);
});

browserTest("stopping an answer cancels the request to the model", async ({ on, open }) => {
  await using model = new ModelServer();
  await provider(on, model);
  model.script.push({ respond: () => endless(() => model.left++) });
  const { page } = await open({ path: "/assistant" });
  await page.getByLabel("Your question").fill("Take your time");
  await page.keyboard.press("Enter");
  await page.getByText("Well").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. The answer is incomplete.").waitFor();
  await eventually("the model's request is cancelled", () => model.left > 0);
});

browserTest("a provider's error is shown in the conversation", async ({ on, open }) => {
  await using model = new ModelServer();
  await provider(on, model);
  model.script.push({ respond: () => new Response("no", { status: 401 }) });
  const { page } = await open({ path: "/assistant", allow: /50[0-9]|Failed to load/ });
  await page.getByLabel("Your question").fill("Anybody?");
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Questions and answers" }).getByRole("alert").waitFor();
});

browserTest(
  "a provider is created with field errors, tested, deactivated and deleted",
  async ({ open }) => {
    await using model = new ModelServer();
    const { page } = await open({ path: "/assistant/providers", allow: /400/ });
    await page.getByRole("button", { name: "New provider" }).click();
    const dialog = page.getByRole("dialog", { name: "New provider" });
    await dialog.getByLabel("Name").fill("Own server");
    await dialog.getByLabel("Type", { exact: true }).selectOption("openai_compatible");
    await dialog.getByRole("button", { name: "Create provider" }).click();
    await dialog.getByText(/Is required for the type openai.compatible/).first().waitFor();
    await dialog.getByLabel("Address").fill(model.baseUrl);
    await dialog.getByLabel("Model").fill("test-model");
    await dialog.getByLabel("API key").fill("sk-test-0123456789abcdef");
    await dialog.getByRole("button", { name: "Create provider" }).click();
    await page.getByRole("link", { name: "Own server" }).waitFor();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText(/Answered in [\d,]+ ms/).waitFor();
    await page.getByRole("button", { name: "Deactivate" }).click();
    await page.getByRole("button", { name: "Activate" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete provider" }).click();
    await page.getByText("No AI provider yet").waitFor();
  },
);

browserTest("a failed test shows the reason, also on a phone", async ({ on, open }) => {
  await using model = new ModelServer();
  await provider(on, model, { display_name: "Own server" });
  model.script.push({ respond: () => new Response("no", { status: 401 }) });
  const { page } = await open({ path: "/assistant/providers", size: "phone", allow: /500|Failed to load/ });
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText(/^Own server: The AI provider failed: .* refused the API key \(401\)/).waitFor();
});

browserTest(
  "logs and usage show the traffic with the model; a new type requires the user's password",
  async ({ on, open }) => {
    await using model = new ModelServer();
    const id = await provider(on, model);
    model.script.push({ text: "Fine." });
    await on.client.ok("POST", `/api/ai-providers/${id}/conversation`, { message: "How are you?" });
    const { page } = await open({ path: "/assistant/logs" });
    await page.getByRole("gridcell", { name: "How are you?" }).waitFor();
    await page.getByLabel("Log", { exact: true }).selectOption("usage");
    await page.getByRole("region", { name: "Usage by day" }).getByRole("row").nth(1).waitFor();
    await page.getByLabel("Log", { exact: true }).selectOption("raw");
    await page.getByText(/USER: How are you\?/).waitFor();
    await page.goto("/assistant/types?open=new");
    await page.getByLabel("Name").fill("Shift advisor");
    await page.getByLabel("Your password").fill("the-tests-own-password");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: "Close without saving?" }).getByRole("button", { name: "Close" })
      .click();
    await page.getByText("No assistant type yet").waitFor();
  },
);

/** Types and sends in the task in which the field appears, before anything that the page does afterwards. */
const ASKING_AT_ONCE = `new MutationObserver((_, observer) => {
  const field = document.querySelector("textarea[aria-label='Your question']");
  if (field === null) return;
  observer.disconnect();
  field.value = "Quick?";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
}).observe(document, { childList: true, subtree: true });`;

/** An answer that streams until its reader disconnects. */
function endless(onLeft: () => void): Response {
  const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: "Well " } }] });
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      controller.enqueue(new TextEncoder().encode(`data: ${chunk}\n\n`));
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
    cancel: onLeft,
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
