import { optional } from 'zod/mini';
import { model, text } from '../../src/contract/model.ts';
import { type SteeringRow, taking } from './row.ts';

const project = model<{ name: string; captions?: string }>({ name: text, captions: optional(text) });

export const seedRows: readonly SteeringRow[] = [
  taking('POST', '/seed', project, ({ mock }, { body, scope }) => mock.seed.project({ ...body, ...scope })),
];
