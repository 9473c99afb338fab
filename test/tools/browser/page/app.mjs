import { checkMedia } from './media.mjs';
import { checkServiceWorker } from './service-worker.mjs';

// The functions that the check calls from outside the page.
Object.assign(window, { checkMedia, checkServiceWorker });
