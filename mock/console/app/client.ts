/** The client and the contract's endpoints. They are a separate bundle, which the page loads on first use. */
export { Clipwright } from 'clipwright';
export { endpoints } from '../../../src/contract/endpoints.ts';
