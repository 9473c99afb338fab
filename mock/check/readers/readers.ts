import type { PointId } from '../../points/open-points.ts';
import { clipReaders } from './clips.ts';
import { editReaders } from './edits.ts';
import { eventReaders } from './events.ts';
import { errorReaders, httpReaders, requestReaders } from './http.ts';
import { jobReaders } from './jobs.ts';
import { listReaders, pageReaders } from './pages.ts';
import { presenceReaders, successReaders } from './presence.ts';
import type { NotAsked, Reader } from './reader.ts';
import { resourceReaders } from './resources.ts';

/** How each point is read, or why not. A point without an entry does not compile. */
export const readers: { readonly [Id in PointId]: Reader | NotAsked } = {
  ...successReaders,
  ...presenceReaders,
  ...httpReaders,
  ...requestReaders,
  ...resourceReaders,
  ...jobReaders,
  ...clipReaders,
  ...listReaders,
  ...pageReaders,
  ...editReaders,
  ...errorReaders,
  ...eventReaders,
};
