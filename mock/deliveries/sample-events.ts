import { type EventData, eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { type Check, knownName } from '../../src/core/options/checks.ts';
import { downloadExpiry, urls } from '../http/urls.ts';
import { isoTime } from '../time/clock.ts';

/** Options of {@link Mock.emit}. */
export interface EmitOptions {
  /** The API key of the workspace whose webhooks receive the event; the mock's default key if omitted. */
  readonly apiKey?: string | undefined;
}

export const anEventType: Check = knownName('an event type', eventTypes);

interface SampleSource {
  readonly newId: () => string;
  /** The origin of the URLs in the data. */
  readonly origin: string;
  readonly now: number;
  /** The sample file expires in the time of this workspace; in the mock's time if omitted. */
  readonly workspaceId?: string;
}

/** Returns the data of an event that is emitted manually. Sample data fills in the missing fields. */
export function completeEventData(type: KnownEventType, given: EventData | undefined, source: SampleSource): EventData {
  return { ...sampleEventData(type, source), ...given };
}

function sampleEventData(type: KnownEventType, { newId, origin, now, workspaceId }: SampleSource): EventData {
  const project = { project_id: newId() };
  const failure = type.endsWith('.failed') ? { error: 'Triggered by hand.' } : {};
  switch (type) {
    case 'project.created':
      return project;
    case 'media.uploaded':
    case 'transcription.complete':
    case 'transcription.failed':
      return { asset_id: newId(), ...failure };
    case 'export.ready': {
      const expiry = downloadExpiry(Math.floor(now));
      const file = { download_url: urls.sample(origin, expiry, workspaceId), expires_at: isoTime(expiry) };
      return { ...project, export_id: newId(), ...file };
    }
    case 'export.failed':
      return { ...project, export_id: newId(), ...failure };
    default:
      return { job_id: newId(), ...project, ...failure };
  }
}
