import type { EventData, KnownEventType } from '../src/contract/event.ts';

/** Plausible data for an event that is triggered by hand. */
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
      const exportId = newId();
      const expires_at = new Date(now + 86_400_000).toISOString();
      return { ...project, export_id: exportId, download_url: `${origin}/media/exports/${exportId}.mp4`, expires_at };
    }
    case 'export.failed':
      return { ...project, export_id: newId(), ...failure };
    default:
      return { job_id: newId(), ...project, ...failure };
  }
}
