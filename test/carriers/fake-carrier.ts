/**
 * A fake EasyPost on the loopback interface, for labels, which counts payments. Like the real one it charges a shipment
 * once, and finds shipments by its own id or the caller's reference.
 */
import { carrierLabel } from './carrier-label.ts';
import { type Answer, type AskedRequest, type CarrierServer, json, openCarrierServer } from './recorded-server.ts';

interface Shipment {
  readonly id: string;
  readonly reference: string;
  readonly weight: number;
  readonly options: Record<string, unknown>;
  readonly to: Record<string, unknown>;
  rate: { carrier: string; service: string; rate: string } | undefined;
  trackingNo: string;
  account: string;
  form: string | undefined;
  refundStatus: string | null;
}

interface Form {
  readonly id: string;
  readonly shipments: readonly string[];
}

export interface FakeCarrier extends CarrierServer {
  readonly shipments: Shipment[];
  readonly forms: Form[];
  /** The account that pays for labels. */
  account: string;
  /** What its forms are. */
  form: { readonly status: string; readonly message: string | null };
  /** Shipments that were paid for, given back or not. */
  paid(): Shipment[];
  /** Shipments that were paid for and not given back. */
  kept(): Shipment[];
  /** The number of requests, without those of label files. */
  calls(): number;
  /** Asked before every answer: what it returns is answered instead. */
  interrupt: (request: AskedRequest, answer: () => Answer) => Answer | Promise<Answer>;
}

const rates = [
  { id: 'rate_ups', carrier: 'UPSDAP', service: 'Ground', rate: '9.10', est_delivery_days: 3 },
  { id: 'rate_fedex', carrier: 'FedExDefault', service: 'GROUND_HOME_DELIVERY', rate: '11.40', est_delivery_days: 3 },
  { id: 'rate_gso', carrier: 'GSO', service: 'Ground', rate: '99.00', est_delivery_days: 2 },
  { id: 'rate_fedex_2', carrier: 'FedExDefault', service: 'FEDEX_2_DAY', rate: '31.00', est_delivery_days: 2 },
];

export async function openFakeCarrier(): Promise<FakeCarrier> {
  const shipments: Shipment[] = [];
  const forms: Form[] = [];
  const server = await openCarrierServer(async (request) => {
    const [, document] = /^\/(?:labels|forms)\/(.+)\.pdf$/.exec(request.path) ?? [];
    const bought =
      shipments.find(({ id }) => id === document)?.trackingNo ?? forms.find(({ id }) => id === document)?.id;
    const file = bought === undefined ? undefined : await carrierLabel(bought);
    const usual = (): Answer =>
      file === undefined
        ? request.path.startsWith('/v2/scan_forms')
          ? answerForms(fake, request)
          : answer(fake, request, new URL(server.url).origin)
        : { status: 200, body: file, type: 'application/pdf' };
    return await fake.interrupt(request, usual);
  });
  const fake: FakeCarrier = {
    ...server,
    shipments,
    forms,
    account: 'ca_1',
    form: { status: 'created', message: null },
    paid: () => shipments.filter((shipment) => shipment.rate !== undefined),
    kept: () => fake.paid().filter(({ refundStatus }) => refundStatus === null),
    calls: () => fake.asked.filter(({ path }) => !path.startsWith('/labels/')).length,
    interrupt: (_request, usual) => usual(),
  };
  return fake;
}

export const refusal = (status: number, code: string, message: string): Answer =>
  json(status, { error: { code, message, errors: [] } });

/** A shipment is on one form, and all of a form are of one account. */
function answerForms({ url, shipments, forms, form }: FakeCarrier, { method, path, body }: AskedRequest): Answer {
  const shownForm = ({ id }: Form) =>
    json(200, {
      id,
      object: 'ScanForm',
      ...form,
      form_url: form.status === 'created' ? `${new URL(url).origin}/forms/${id}.pdf` : null,
    });
  if (method === 'GET') {
    const known = forms.find(({ id }) => path.endsWith(`/${id}`));
    return known === undefined ? refusal(404, 'NOT_FOUND', 'The form could not be found.') : shownForm(known);
  }
  const ids = (body as { shipments: { id: string }[] }).shipments.map(({ id }) => id);
  const wanted = shipments.filter(({ id }) => ids.includes(id));
  const isFit = wanted.every(
    ({ rate, form: other, refundStatus }) => rate && other === undefined && refundStatus === null,
  );
  if (!isFit || wanted.length !== ids.length || new Set(wanted.map(({ account }) => account)).size !== 1)
    return refusal(422, 'SCAN_FORM.CREATE.FAILURE', 'A shipment cannot be added to a form.');
  const made = { id: `sf_${forms.length + 1}${Math.random().toString(16).slice(2, 10)}`, shipments: ids };
  forms.push(made);
  for (const shipment of wanted) shipment.form = made.id;
  return shownForm(made);
}

function answer({ shipments, account }: FakeCarrier, { method, path, body }: AskedRequest, origin: string): Answer {
  const [, name = '', action = ''] = /^\/v2\/shipments(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
  if (method === 'POST' && name === '') {
    const { shipment } = body as { shipment: Record<string, never> };
    const {
      reference,
      options,
      to_address: to,
      parcel,
    } = shipment as unknown as Record<string, Record<string, unknown>>;
    shipments.push({
      id: `shp_${shipments.length + 1}${Math.random().toString(16).slice(2, 10)}`,
      reference: String(reference),
      weight: Number(parcel?.weight),
      options: options ?? {},
      to: to ?? {},
      rate: undefined,
      trackingNo: '',
      account,
      form: undefined,
      refundStatus: null,
    });
    return json(201, shown(shipments.at(-1) as Shipment, origin));
  }
  const shipment = shipments.find(({ id, reference }) => id === name || reference === decodeURIComponent(name));
  if (shipment === undefined) return refusal(404, 'NOT_FOUND', 'The requested resource could not be found.');
  if (method === 'GET') return json(200, shown(shipment, origin));
  if (action === 'buy') {
    if (shipment.rate !== undefined) return refusal(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists.');
    const { rate } = body as { rate: { id: string } };
    shipment.rate = rates.find(({ id }) => id === rate.id);
    shipment.trackingNo = `7946${shipment.id.slice(4)}`;
    return json(200, shown(shipment, origin));
  }
  shipment.refundStatus = 'submitted';
  return json(200, shown(shipment, origin));
}

function shown(
  { id, reference, rate, trackingNo, refundStatus, account, form }: Shipment,
  origin: string,
): Record<string, unknown> {
  return {
    id,
    object: 'Shipment',
    reference,
    messages: [],
    rates: rates.map((each) => ({ ...each, carrier_account_id: account })),
    selected_rate: rate === undefined ? null : { ...rate, carrier_account_id: account },
    scan_form: form === undefined ? null : { id: form, object: 'ScanForm' },
    tracking_code: trackingNo || null,
    refund_status: refundStatus,
    postage_label: rate === undefined ? null : { label_url: `${origin}/labels/${id}.pdf` },
    tracker: rate === undefined ? null : { public_url: `https://followed.example/${trackingNo}` },
  };
}
