/** The schemas of an OpenAPI document, each compiled once, however many responses refer to it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const documentId = 'https://dray.example/openapi.json';

/** Returns a function that returns what is wrong with a value by a schema that may refer to the document's components. */
export function validatorOf(document: { readonly components: object }): (schema: object, value: unknown) => unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: documentId, components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`);
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}
