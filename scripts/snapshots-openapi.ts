/** The OpenAPI documents as stored in the repository: with the neutral brand, one property per line. */
import { buildOpenApiDocument } from '../src/api/openapi.ts';
import { wineryOperations } from '../src/api/operations.ts';
import { buildOperatorOpenApiDocument } from '../src/api/operator-openapi.ts';
import { operatorOperations } from '../src/api/operator-operations.ts';

/** Path of the snapshot of the API of wineries, in the repository. */
export const openApiSnapshot = 'openapi.snapshot.json';

/** Path of the snapshot of the operator interface, in the repository. */
export const operatorOpenApiSnapshot = 'operator-openapi.snapshot.json';

/** The document that the server returns at /openapi.json, with the neutral brand and without the guide. */
export function openApiText(): string {
  return `${JSON.stringify(buildOpenApiDocument(wineryOperations, 'Service', ''), null, 2)}\n`;
}

/** The document that the server returns at /operator/openapi.json, with the neutral brand. */
export function operatorOpenApiText(): string {
  return `${JSON.stringify(buildOperatorOpenApiDocument(operatorOperations, 'Service'), null, 2)}\n`;
}
