/** Webhook endpoints as the pages show them. */
import type { ReplyOf } from '../../api/client.ts';
import type { Tone } from '../../design/status.tsx';

export type Endpoint = ReplyOf<'/api/Webhooks/List'>['Records'][number];
export type WebhookDelivery = ReplyOf<'/api/Webhooks/ListDeliveries'>['Records'][number];

export const webhookDeliveryFormats = [
  { value: 'standard', label: 'Standard' },
  { value: 'tracking_update', label: 'Tracking update' },
] as const;

/** The state of an endpoint in words, with its tone. */
export function describeEndpointState({ Enabled, DisabledReason }: Endpoint): {
  readonly tone: Tone;
  readonly text: string;
} {
  if (Enabled) return { tone: 'good', text: 'Enabled' };
  if (DisabledReason === 'BY HAND') return { tone: 'neutral', text: 'Disabled' };
  return { tone: 'bad', text: DisabledReason === 'GONE' ? 'Disabled: gone' : 'Disabled: failing' };
}

/** The reason why an endpoint was disabled automatically, and what to do; undefined if it was not. */
export function explainDisabledEndpoint({ DisabledReason }: Endpoint): string | undefined {
  if (DisabledReason === 'GONE') {
    return 'The receiver replied 410 Gone, so nothing more is sent. Ask the winery for the new address, then enable the endpoint.';
  }
  if (DisabledReason !== 'FAILING') return undefined;
  return 'All attempts of many events in a row failed, so nothing more is sent. When the receiver works again, enable the endpoint and send what it missed again.';
}

const tones: Readonly<Record<string, Tone>> = { DELIVERED: 'good', FAILED: 'bad', PENDING: 'info', SKIPPED: 'neutral' };

export const webhookDeliveryTone = ({ Status }: WebhookDelivery): Tone => tones[Status] ?? 'neutral';

/** The host of a URL, because the rest may contain secrets. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
