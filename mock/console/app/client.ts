/** The client and the contract's endpoints: a separate bundle, loaded on first use. */
export { Clipwright } from 'clipwright';
export { endpoints } from '../../../src/contract/endpoints.ts';
