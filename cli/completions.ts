import { type Command, COMMANDS, EXIT_CODES } from "./commands.ts";

/** The words after each command; all take `--help`, too. */
const words = Object.entries<Command>(COMMANDS).map(([name, { words = [] }]) => ({
  name,
  words: [...words, "--help"],
}));
const names = [...words.map(({ name }) => name), "--help"];

/** A word that ends in `=` waits for its value, so no space follows. */
const BASH = `# Completions of andon for bash: source <(andon completions bash)
_andon() {
  local words
  case \${COMP_CWORD}:\${COMP_WORDS[1]:-} in
    1:*) words="${names.join(" ")}" ;;
${words.map(({ name, words }) => `    *:${name}) words="${words.join(" ")}" ;;`).join("\n")}
    *) words="" ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
  if [[ \${COMPREPLY[0]:-} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _andon andon`;

const POWERSHELL =
  `# Completions of andon for PowerShell: andon completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName andon, andon.cmd -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = [ordered]@{
${
    words.map(({ name, words }) => `    '${name}' = @(${words.map((word) => `'${word}'`).join(", ")})`).join(
      "\n",
    )
  }
  }
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
  $words = if ($before.Count -le 1) { @($commands.Keys) + '--help' } else { $commands["$($before[1])"] }
  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;

const SCRIPTS: Record<string, string> = { bash: BASH, powershell: POWERSHELL };

/** `andon completions bash|powershell` */
export function runCompletions([shell = "", ...more]: string[]): number {
  if (!Object.hasOwn(SCRIPTS, shell) || more.length > 0) {
    console.error(`completions takes bash or powershell, not "${[shell, ...more].join(" ")}"`);
    return EXIT_CODES.refused.code;
  }
  console.log(SCRIPTS[shell]);
  return EXIT_CODES.done.code;
}
