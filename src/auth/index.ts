/** The public interface of auth. */
export type { AdministrationContext } from './administration.ts';
export { type AuthenticatorSettings, type CredentialAuthenticator, createAuthenticator } from './authenticator.ts';
export { type CredentialFileRow, parseCredentialFile } from './credential-file.ts';
export {
  type Customer,
  type CustomerPreferences,
  type ShortPickRule,
  shortPickRuleOf,
  type TokenPolicy,
} from './customer.ts';
export {
  type CustomerChange,
  type CustomerSettings,
  countCustomers,
  createCustomer,
  type ListedCustomer,
  listCustomers,
  type NewCustomer,
  type NewCustomerCredentials,
  readCustomerSettings,
  unlimitedCustomers,
  updateCustomer,
} from './customers.ts';
export { type CredentialImportResult, importCredentials } from './import-credentials.ts';
export { grantMembership, type ListedMembership, listMemberships, revokeMembership } from './memberships.ts';
export { getAccessToken } from './operations/get-access-token.ts';
export { type IssuedPassword, listValidPasswordIds, revokePassword, rotatePassword } from './passwords.ts';
export { registerRateLimitMetrics } from './rate-limit-metrics.ts';
export type { RateLimitOverrides } from './rate-limits.ts';
export { assertCustomer, customerNotFoundError, readCustomer, readCustomers } from './read-customers.ts';
export { resolveCustomerNos } from './resolve-customer-nos.ts';
export { type CredentialSecrets, credentialSecretsOf } from './secrets.ts';
export { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';
export { createToken, type IssuedToken, type ListedToken, listTokens, revokeToken } from './tokens.ts';
