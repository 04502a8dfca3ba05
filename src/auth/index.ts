/** The public interface of auth. */
export type { Actor } from './administration.ts';
export { type AuthenticatorSettings, type CredentialAuthenticator, createAuthenticator } from './authenticator.ts';
export { type CredentialRow, parseCredentialFile } from './credential-file.ts';
export {
  type Customer,
  type CustomerPreferences,
  type ShortPickRule,
  shortPickRuleOf,
  type TokenPolicy,
} from './customer.ts';
export {
  type CustomerChange,
  type CustomerCredentials,
  type CustomerSettings,
  countCustomers,
  createCustomer,
  type ListedCustomer,
  listCustomers,
  type NewCustomer,
  noCustomerLimit,
  readCustomerSettings,
  updateCustomer,
} from './customers.ts';
export { storedCustomerNos } from './find-stored-numbers.ts';
export { type ImportResult, importCredentials } from './import-credentials.ts';
export { grantMembership, type ListedMembership, listMemberships, revokeMembership } from './memberships.ts';
export { getAccessToken } from './operations/get-access-token.ts';
export { type IssuedPassword, listValidPasswords, revokePassword, rotatePassword } from './passwords.ts';
export { registerRateLimitMetrics } from './rate-limit-metrics.ts';
export type { RateLimitOverrides } from './rate-limits.ts';
export { assertCustomer, customerNotFound, readCustomer, readCustomers } from './read-customers.ts';
export { deriveSecrets, type Secrets, secretsOf } from './secrets.ts';
export { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';
export { createToken, type IssuedToken, type ListedToken, listTokens, revokeToken } from './tokens.ts';
