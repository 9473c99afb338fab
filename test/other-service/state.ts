/** Null if the job never ends. */
export type Ending = 'succeeded' | 'failed' | 'canceled' | null;

export interface WordRecord {
  id: string;
  text: string;
  start: number;
  end: number;
}

export interface CaptionRecord {
  readonly id: string;
  readonly itemId: string;
  /** Whether lists omit the caption. */
  readonly isHidden: boolean;
  words: WordRecord[];
}

export interface ItemRecord {
  readonly id: string;
  readonly contentId: string;
  start: number;
  duration: number;
  layer: number;
}

export interface ProjectRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly items: ItemRecord[];
  readonly captions: CaptionRecord[];
  readonly jobs: JobRecord[];
  /** How often the project's jobs were listed. */
  listings: number;
}

export interface JobRecord {
  readonly id: string;
  readonly work: 'sound' | 'export' | 'thumbnail' | 'analysis' | 'clipAnalysis' | 'upload' | 'stage';
  readonly project: ProjectRecord;
  readonly exportId: string | null;
  readonly mediaId: string;
  readonly createdAt: Date;
  ending: Ending;
  /** How often the job was read. Each read advances the job by one step. */
  looks: number;
}

export interface ClipRecord {
  readonly id: string;
  readonly project: ProjectRecord;
  readonly job: JobRecord;
  /** Whether the response to `POST /clips` already contained the clip's file. */
  readonly hadFile: boolean;
}

export interface BatchRecord {
  readonly id: string;
  readonly clips: readonly ClipRecord[];
}

export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
}

export interface EventRecord {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: Record<string, unknown>;
}

export type Phase = 'queued' | 'working' | 'succeeded' | 'failed' | 'canceled';

/** The number of reads after which a job has ended. */
export const looksToEnd = 3;

export function phaseOf({ looks, ending }: JobRecord): Phase {
  if (looks === 0) return 'queued';
  return looks < looksToEnd || ending === null ? 'working' : ending;
}

/** Returns the phase of a clip. A clip that had its file from the start has succeeded, regardless of its job. */
export function clipPhase({ job, hadFile }: ClipRecord): Phase {
  return hadFile ? 'succeeded' : phaseOf(job);
}

export function hasEnded(job: JobRecord): boolean {
  return !['queued', 'working'].includes(phaseOf(job));
}
