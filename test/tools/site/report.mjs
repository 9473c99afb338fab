/** Prints whether a check passed and, if not, what was found wrong. Sets exit code 1 on failure. */
export function report(title, wrong) {
  console.log(`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${title}`);
  if (wrong.length === 0) return;
  process.exitCode = 1;
  console.log(wrong.map((each) => `       ${each}`).join('\n'));
}
