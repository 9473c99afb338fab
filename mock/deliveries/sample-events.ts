import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import { downloadExpiry, urls } from '../api/urls.ts';
import { isoTime } from '../time/clock.ts';

/** Sample data for an event that is emitted by hand. */
export function sampleEventData(type: KnownEventType, newId: () => string, origin: string, now: number): EventData {
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
      const file = { download_url: urls.sample(origin, expiry), expires_at: isoTime(expiry) };
      return { ...project, export_id: newId(), ...file };
    }
    case 'export.failed':
      return { ...project, export_id: newId(), ...failure };
    default:
      return { job_id: newId(), ...project, ...failure };
  }
}
