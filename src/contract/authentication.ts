/**
 * The credentials in a body (interface: Authentication object). An operation declares only where its body has them: OpenAPI
 * adds them to its request schema, and the framework removes them before the operation is called.
 */
import Type from 'typebox';

const fields = {
  UserKey: Type.String({ description: 'The API user, issued by the operator.', examples: ['<USER_KEY>'] }),
  Password: Type.String({
    description: "The API user's password, shown once when it is created.",
    examples: ['<PASSWORD>'],
  }),
  CustomerNo: Type.String({
    description: 'The customer for which the call is made.',
    examples: ['<CUSTOMER_NO>'],
  }),
};

export const credentialFields = fields;

export const Authentication = Type.Object(fields, {
  title: 'Authentication',
  description: 'Credentials of the caller. Missing or invalid credentials return 401.',
});

/** Placeholders for examples. */
export const credentialsExample = { UserKey: '<USER_KEY>', Password: '<PASSWORD>', CustomerNo: '<CUSTOMER_NO>' };
