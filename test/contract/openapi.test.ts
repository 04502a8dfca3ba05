/** `/openapi.json` and `/docs`: valid, complete, in agreement with the server, and without files of other sites. */
import { get } from 'node:http';
import { Validator } from '@seriousme/openapi-schema-validator';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleServerUrl } from '../../src/api/guide.ts';
import { buildOpenApiDocument } from '../../src/api/openapi.ts';
import { wineryOperations } from '../../src/api/operations.ts';
import type { Operation } from '../../src/platform/http/operation.ts';
import { validatorOf } from '../support/document-schemas.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { caskOperations, createCask } from './casks.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document has the shape of OpenAPI
type Document = any;

const documentOf = (list: readonly Operation[], brand = 'Service'): Document =>
  structuredClone(buildOpenApiDocument(list, brand));

describe.each([
  ['of all operations', wineryOperations, 'Service'],
  ['of all operations, branded', wineryOperations, 'Acme'],
  ['of operations of every kind', caskOperations, 'Acme'],
])('the document %s', (_what, list, brand) => {
  const document = documentOf(list, brand);
  const errorsOf = validatorOf(document);

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document).toMatchObject({ openapi: '3.1.0' });
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual(['/test/v3', '/v3', '/mock/v3']);
  });

  it.each(list.map((operation) => [operation.path, operation] as const))('describes all of %s', (path, operation) => {
    const { post } = document.paths[path];
    const { schema, example } = post.requestBody.content['application/json'];
    expect(errorsOf(schema, example)).toEqual([]);
    for (const status of [operation.reply.status, 400, 401, 405, 413, 415, 429, 500, 503]) {
      expect(post.responses[status], String(status)).toBeDefined();
    }
    for (const status of Object.keys(operation.errors)) expect(post.responses[status]).toBeDefined();
    for (const [status, response] of Object.entries<Document>(post.responses)) {
      const content = response.content['application/json'];
      expect(errorsOf(content.schema, content.example)).toEqual([]);
      if (Number(status) >= 300) expect(content).toMatchObject({ example: { Status: Number(status) } });
    }
    expect(post.security).toEqual(operation.token ? [{ Authentication: [] }] : undefined);
    expect(Boolean(post.deprecated)).toBe(operation.deprecated !== undefined);
    const replacement = operation.deprecated?.replacedBy.slice('/api/'.length);
    expect(post.description.startsWith('**Deprecated:**')).toBe(replacement !== undefined);
    if (replacement !== undefined) expect(post.description).toContain(`**Deprecated:** use ${replacement} instead.`);
  });

  it('describes every property of every request', () => {
    const missing: string[] = [];
    const visit = (schema: Document, path: string): void => {
      for (const [name, property] of Object.entries<Document>(schema?.properties ?? {})) {
        if (!('$ref' in property) && !property.description) missing.push(`${path}.${name}`);
        visit(property, `${path}.${name}`);
      }
      if (schema?.items) visit(schema.items, `${path}[]`);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (name !== 'Error' && !name.endsWith('Reply')) visit(schema, name);
    }
    expect(missing).toEqual([]);
  });
});

it('shows the brand in names, values and examples', () => {
  const text = JSON.stringify(documentOf([createCask], 'Acme'));
  expect(text).toContain('"AcmeWarehouse"');
  expect(text).toContain('"AcmeManagedStorage"');
  expect(text).not.toMatch(/ServiceWarehouse|ServiceManagedStorage|codeList|branded/);
  expect(JSON.stringify(documentOf(wineryOperations, 'Acme'))).not.toMatch(/Service(Warehouse|ManagedStorage|Auth)/);
});

it('shows operations of the test environment under its address alone', () => {
  const document = documentOf(caskOperations);
  const urls = (path: string) => document.paths[path].post.servers?.map(({ url }: { url: string }) => url);
  expect(urls('/api/Cask/AgeCasks')).toEqual(['/test/v3', '/mock/v3']);
  expect(urls('/api/Cask/CreateCask')).toBeUndefined();
});

it('refuses two operations of one name', () => {
  expect(() => buildOpenApiDocument([createCask, createCask], 'Service')).toThrow('CreateCask');
});

it('distinguishes different schemas of one title', () => {
  const titled = (id: string, property: string) => ({
    ...createCask,
    path: `/api/Cask/${id}`,
    request: Type.Object({ Info: Type.Object({ [property]: Type.String({ description: '.' }) }, { title: 'Info' }) }),
    requestExample: { Info: { [property]: 'x' } },
  });
  const list = [titled('One', 'A'), titled('Two', 'B'), titled('Three', 'A')] as unknown as Operation[];
  const { components } = documentOf(list);
  expect(Object.keys(components.schemas).filter((name) => name.endsWith('Info'))).toEqual(['Info', 'TwoInfo']);
});

describe('served', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  it('the document is the one that is tested here', async () => {
    const response = await fetch(`${server.url}/openapi.json`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const expected = JSON.stringify(documentOf(wineryOperations)).replaceAll(sampleServerUrl, server.url);
    expect(await response.json()).toEqual(JSON.parse(expected));
  });

  it('the samples have the address of the request, and nothing else that a Host header has', async () => {
    const { hostname, port } = new URL(server.url);
    const baseFor = (host: string, proto = 'http'): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { host, 'x-forwarded-proto': proto };
        get({ hostname, port, path: '/openapi.json', headers }, (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve(/BASE=([^\\]*)\/test\/v3/.exec(text)?.[1]));
        }).on('error', reject);
      });
    expect(await baseFor('dray.example:8443', 'https')).toBe('https://dray.example:8443');
    expect(await baseFor('dray.example', 'gopher')).toBe('http://dray.example');
    expect(await baseFor('[::1]:8080')).toBe('http://[::1]:8080');
    expect(await baseFor('x";$(reboot)')).toBe(sampleServerUrl);
  });

  it('/ leads to the page', async () => {
    const response = await fetch(server.url, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs/']);
    expect((await fetch(server.url)).url).toBe(`${server.url}/docs/`);
  });

  it('the page opens at the introduction, so that its sidebar shows the guide; links to other parts stay', async () => {
    const html = await (await fetch(`${server.url}/docs/`)).text();
    const source = /"?redirect"?: (.+?),?$/m.exec(html)?.[1];
    const redirect = new Function(`return ${source}`)() as (hash: string) => string | null;
    expect([redirect(''), redirect('#tag/fulfillment')]).toEqual(['#description/introduction', null]);
  });

  it('the page and its script come from here, and the browser may load nothing else', async () => {
    const page = await fetch(`${server.url}/docs`);
    expect(page.url).toBe(`${server.url}/docs/`);
    const html = await page.text();
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
    expect(loaded.filter((url) => /^(https?:)?\/\//.test(url))).toEqual([]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    for (const url of loaded.filter((one) => one.endsWith('.js'))) {
      expect((await fetch(new URL(url, page.url))).status).toBe(200);
    }
  });
});
