import { type OpenPoint, point } from './point.ts';

const choices = ['empty', 'null', 'absent'] as const;

const emptyList = (where: string, name: string): OpenPoint<typeof choices> =>
  point(where, `The value of ${name} if the list is empty.`, choices);

export const listPoints = {
  'lists.jobs': emptyList('GET /projects/{projectId}/jobs', 'jobs'),
  'lists.captions': emptyList('captions list', 'captions'),
  'lists.words': emptyList('words listing', 'words, or items, or both,'),
  'lists.timeline': emptyList('timeline at a time', 'items'),
  'lists.segments': emptyList('transcript segments', 'segments'),
  'lists.updates': emptyList('retime caption words', 'updates'),
};
