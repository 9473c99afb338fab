// This file is only compiled. It checks that the type of an event narrows its data.
import type { ExportReadyData, WebhookEvent } from 'clipwright';

export function compared(event: WebhookEvent): ExportReadyData | string {
  return event.type === 'export.ready' ? event.data : event.type;
}

export function switched(event: WebhookEvent): string {
  switch (event.type) {
    case 'export.ready':
      return event.data.download_url;
    case 'job.failed':
      return String(event.data.error);
    default:
      return event.type.toUpperCase();
  }
}
