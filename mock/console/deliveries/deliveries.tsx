/** To be written. */
export function Deliveries() {
  return <h1>Deliveries</h1>;
}
