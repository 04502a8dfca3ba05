/** The OpenAPI document as it is kept in the repository: with the neutral brand, one property a line. */
import { openApiDocument } from '../src/api/openapi.ts';
import { operations } from '../src/api/operations.ts';

/** Where the document of the repository is kept. */
export const openApiSnapshot = 'openapi.snapshot.json';

/** What the server would answer at /openapi.json. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(operations, 'Service'), null, 2)}\n`;
}
