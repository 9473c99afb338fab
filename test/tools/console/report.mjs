/** Prints whether a check passed and, if not, the actual value. Sets exit code 1 on failure. */
export function report({ title, pass, actual }) {
  console.log(`${pass ? 'ok  ' : 'FAIL'} ${title}`);
  if (pass) return;
  process.exitCode = 1;
  console.log(JSON.stringify(actual, null, 2));
}
