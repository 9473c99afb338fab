/** Parses `npx clipwright …` like a shell. Single quotes are the only quotes, and redirections come last. */
export function argumentsOf(line: string): string[] {
  const [command = ''] = line.replace('npx clipwright ', '').split(/ [<>] /);
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
