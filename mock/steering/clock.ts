import { model, number } from '../../src/contract/model.ts';
import { type SteeringRow, taking } from './row.ts';

const advance = model<{ advance_seconds: number }>({ advance_seconds: number });

export const clockRows: readonly SteeringRow[] = [
  taking('POST', '/clock', advance, ({ mock }, { body }) => {
    mock.clock.advance(body.advance_seconds);
    return { now: new Date(mock.clock.now()).toISOString() };
  }),
];
