/** The client and the contract's table, which are a file of their own: it is loaded when it is first needed. */
export { Clipwright } from 'clipwright';
export { endpoints } from '../../../src/contract/endpoints.ts';
