/** The OpenAPI document as stored in the repository: with the neutral brand, one property per line. */
import { openApiDocument } from '../src/api/openapi.ts';
import { operations } from '../src/api/operations.ts';

/** Where the document of the repository is kept. */
export const openApiSnapshot = 'openapi.snapshot.json';

/** The document that the server returns at /openapi.json, without the guide. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(operations, 'Service', ''), null, 2)}\n`;
}
