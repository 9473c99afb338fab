/** To be written. */
export function Faults() {
  return <h1>Faults</h1>;
}
