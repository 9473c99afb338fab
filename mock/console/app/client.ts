/** The client, which is a file of its own: it is loaded for the first edit. */
export { Clipwright } from 'clipwright';
