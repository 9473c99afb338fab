/**
 * Has `return` and `throw` close what the events are read from, also while a read is pending: by itself a generator would end
 * only after the next event, and one that was never read would close nothing.
 */
export function closedFirst<Item>(
  events: AsyncGenerator<Item, void, undefined>,
  close: () => void,
): AsyncGenerator<Item, void, undefined> {
  const end = events.return.bind(events);
  const fail = events.throw.bind(events);
  events.return = (value) => {
    close();
    return end(value);
  };
  events.throw = (error) => {
    close();
    return fail(error);
  };
  return events;
}
