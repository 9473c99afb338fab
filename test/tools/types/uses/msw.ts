import { createMock } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { setupWorker } from 'msw/browser';
import { setupServer } from 'msw/node';

const handlers = mockHandlers(createMock());
setupServer(...handlers).use(...handlers);
setupWorker(...handlers).use(...handlers);
