/** The types of a customer's record, and its settings in words. */
import type { ReplyOf } from '../../api/client.ts';
import { formatCount } from '../../design/format.ts';

export type CustomerReply = ReplyOf<'/api/Customers/Get'>;
export type User = CustomerReply['Users'][number];
export type Token = CustomerReply['Tokens'][number];

export const tokenScopeNames: Readonly<Record<Token['Scope'], string>> = { write: 'Read and write', read: 'Read only' };
export type TokenPolicy = CustomerReply['TokenPolicy'];
/** What happens to an order with bottles that are missing at picking. */
type ShortPickPolicy = NonNullable<CustomerReply['Preferences']['ShortPicks']>;
export type RateLimit = NonNullable<CustomerReply['RateLimits']['Requests']>;

/** The text of a setting that the customer has not set. */
export const inheritedSettingText = 'As for all wineries';

export const tokenPolicyNames: Readonly<Record<TokenPolicy, string>> = {
  default: inheritedSettingText,
  required: 'Required',
  optional: 'Optional',
};

/** The short pick policies in words. */
export const shortPickPolicyNames: Readonly<Record<ShortPickPolicy, string>> = {
  'ship short': 'Ship without the missing bottles',
  hold: 'Wait for stock again',
};

export const rateLimitInWords = ({ PerSecond, Burst }: RateLimit): string =>
  `${formatCount(PerSecond)} a second, ${formatCount(Burst)} at once`;

/** The end of an id. Ids begin with their time, so they differ at their end. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
