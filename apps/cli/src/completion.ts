import type { Command } from "commander";

type Shell = "bash" | "zsh" | "fish";

/** Completions after a command path: its subcommands and options. */
interface Choices {
  readonly path: string;
  readonly words: readonly string[];
}

const choicesOf = (command: Command, path = ""): readonly Choices[] => {
  const commands = command.commands.map((each) => each.name());
  const options = command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]));
  return [
    { path, words: [...commands, ...options, "--help"] },
    ...command.commands.flatMap((each) => choicesOf(each, path === "" ? each.name() : `${path} ${each.name()}`)),
  ];
};

/** Returns a shell script that completes commands and options. Arguments complete as files. */
export const completion = (program: Command, shell: Shell): string => {
  const choices = choicesOf(program);
  const globals = program.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]));
  const all = choices.map(({ path, words }) => ({ path, words: path === "" ? words : [...words, ...globals] }));
  switch (shell) {
    case "bash":
      return bash(all);
    case "zsh":
      // Zsh runs the bash completion.
      return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(all)}`;
    case "fish":
      return fish(all);
  }
};

const bash = (choices: readonly Choices[]): string => {
  const cases = choices.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`);
  const paths = choices.map(({ path }) => `"${path}"`).filter((path) => path !== '""');
  return `_quarry() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths.join("|")}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _quarry quarry
`;
};

const fish = (choices: readonly Choices[]): string =>
  choices
    .flatMap(({ path, words }) => {
      const parts = path === "" ? [] : path.split(" ");
      const isHere = parts.map((part) => `__fish_seen_subcommand_from ${part}`).join("; and ");
      const condition = parts.length === 0 ? "__fish_use_subcommand" : isHere;
      return words.map((word) =>
        word.startsWith("--")
          ? `complete -c quarry -n '${condition}' -l ${word.slice(2)}`
          : `complete -c quarry -f -n '${condition}' -a ${word}`,
      );
    })
    .join("\n") + "\n";
