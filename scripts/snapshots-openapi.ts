/** The OpenAPI document as stored in the repository: with the neutral brand, one property per line. */
import { openApiDocument } from '../src/api/openapi.ts';
import { operations } from '../src/api/operations.ts';
import { operatorOpenApiDocument } from '../src/api/operator-openapi.ts';
import { operatorOperations } from '../src/api/operator-operations.ts';

/** Where the document of the repository is kept. */
export const openApiSnapshot = 'openapi.snapshot.json';

/** Where the document of the operator interface is kept. */
export const operatorOpenApiSnapshot = 'operator-openapi.snapshot.json';

/** The document that the server returns at /openapi.json, without the guide. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(operations, 'Service', ''), null, 2)}\n`;
}

/** The document that the server returns at /operator/openapi.json. */
export function operatorOpenApiText(): string {
  return `${JSON.stringify(operatorOpenApiDocument(operatorOperations, 'Service'), null, 2)}\n`;
}
