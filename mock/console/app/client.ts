/** The client and the contract's table: a separate bundle, loaded on first use. */
export { Clipwright } from 'clipwright';
export { endpoints } from '../../../src/contract/endpoints.ts';
