/**
 * The portal's icons: strokes on a grid of 20, drawn for it. An icon repeats what words next to it say, so it is hidden from
 * assistive technology; a control with an icon alone has a label of its own.
 */
import type { ReactNode } from 'react';

interface IconProps {
  readonly size?: number;
}

export type Icon = (props: IconProps) => ReactNode;

/** An icon of these strokes. */
const icon =
  (paths: ReactNode): Icon =>
  ({ size = 18 }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {paths}
    </svg>
  );

export const HomeIcon = icon(<path d="M3.5 9 10 3.5 16.5 9v7h-4.5v-4.5H8V16H3.5z" />);
export const OrdersIcon = icon(
  <>
    <path d="M4.5 4.5h11v12h-11z" />
    <path d="M8 3h4v3H8zM7.5 9.5h5M7.5 12.5h3.5" />
  </>,
);
export const HoldIcon = icon(
  <path d="M6.5 10V5a1.2 1.2 0 0 1 2.4 0v4-5.3a1.2 1.2 0 0 1 2.4 0V9 4.6a1.2 1.2 0 0 1 2.3 0v6.2-2.6a1.1 1.1 0 0 1 2.2 0v3.3c0 3.2-1.9 5.5-5 5.5-2.4 0-3.6-1-4.7-2.9l-1.9-3.3c-.5-.9.7-1.9 1.5-1.1z" />,
);
export const ReceiveIcon = icon(
  <>
    <path d="M3.5 12.5H7l1.5 2h3l1.5-2h3.5v4h-13z" />
    <path d="M10 3v7M7 7.5l3 3 3-3" />
  </>,
);
export const InboundIcon = icon(
  <>
    <path d="M8 3.5h8.5v13H8" />
    <path d="M3 10h8.5M8.5 7l3 3-3 3" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="10" cy="7" r="3" />
    <path d="M4 16.5c.6-3 2.8-4.5 6-4.5s5.4 1.5 6 4.5" />
  </>,
);
export const PeopleIcon = icon(
  <>
    <circle cx="7.5" cy="7" r="2.7" />
    <path d="M2.5 16c.4-2.8 2.3-4.2 5-4.200s4.6 1.4 5 4.200M12.5 4.600a2.7 2.7 0 0 1 0 4.800M14.5 12.200c1.7.5 2.7 1.8 3 3.8" />
  </>,
);
export const AuditIcon = icon(
  <>
    <path d="M5 3.500h7l3 3v10H5z" />
    <path d="M7.5 8h5M7.5 10.800h5M7.5 13.600h3" />
  </>,
);
export const SearchIcon = icon(
  <>
    <circle cx="9" cy="9" r="5" />
    <path d="m13 13 3.5 3.5" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.2" />
    <path d="M10 2.500v1.800M10 15.700v1.800M2.5 10h1.800M15.7 10h1.800M4.7 4.7 6 6M14 14l1.3 1.300M15.3 4.7 14 6M6 14l-1.3 1.3" />
  </>,
);
export const MoonIcon = icon(<path d="M16 12.200A6.5 6.5 0 0 1 7.8 4a6.5 6.5 0 1 0 8.2 8.200z" />);
export const ChevronDownIcon = icon(<path d="m6 8 4 4 4-4" />);
export const ChevronLeftIcon = icon(<path d="m12 5-5 5 5 5" />);
export const ChevronRightIcon = icon(<path d="m8 5 5 5-5 5" />);
export const CheckIcon = icon(<path d="m4.5 10.5 3.5 3.5 7.5-8" />);
export const CrossIcon = icon(<path d="m5.5 5.5 9 9M14.5 5.500l-9 9" />);
export const AlertIcon = icon(
  <>
    <path d="M10 3.5 17.5 16h-15z" />
    <path d="M10 8.500v3.300M10 13.900v.1" />
  </>,
);
export const InfoIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 9.200v4M10 6.700v.1" />
  </>,
);
export const RetryIcon = icon(<path d="M15.5 10a5.5 5.5 0 1 1-1.6-3.900L16 8.200M16 4.500v3.700h-3.7" />);
export const DownloadIcon = icon(<path d="M10 3.500v9M6.5 9 10 12.5 13.5 9M4 16.500h12" />);
export const FilterIcon = icon(<path d="M3.5 5.500h13M6 10h8M8.5 14.500h3" />);
export const KeyboardIcon = icon(
  <>
    <rect x="2.5" y="5" width="15" height="10" rx="1.5" />
    <path d="M5.5 8v.1M8.5 8v.1M11.5 8v.1M14.5 8v.1M7 12h6" />
  </>,
);
export const SignOutIcon = icon(<path d="M8 3.500H4.500v13H8M8.5 10h8M13.5 6.5 17 10l-3.5 3.5" />);
export const ShieldIcon = icon(
  <path d="M10 3 16 5v4.500c0 3.6-2.3 6-6 7.5-3.7-1.5-6-3.9-6-7.500V5zM7.5 10l1.8 1.800L13 8" />,
);
export const ClockIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4.200l2.7 1.8" />
  </>,
);
export const BoxIcon = icon(
  <path d="M10 3 16.5 6.300v7.400L10 17l-6.5-3.300V6.300zM3.8 6.5 10 9.600l6.2-3.100M10 9.600V17" />,
);
export const TruckIcon = icon(
  <>
    <path d="M2.5 5h9v9h-9zM11.5 8h3.300l2.7 3v3h-6" />
    <circle cx="6" cy="14.5" r="1.6" />
    <circle cx="14" cy="14.5" r="1.6" />
  </>,
);
export const BottleIcon = icon(
  <path d="M8.5 2.500h3V7c0 1.3 2 2 2 4.500v6h-7v-6C6.5 9 8.5 8.3 8.5 7zM6.5 12h7M6.5 15h7" />,
);
export const WineryIcon = icon(<path d="M3.5 16.500h13M5 16.500V8l5-4 5 4v8.500M8.5 16.500V12h3v4.5" />);
export const ReturnIcon = icon(<path d="M7.5 5 4 8.5 7.5 12M4 8.500h8.200a3.8 3.8 0 0 1 0 7.500H9" />);
export const TransactionsIcon = icon(<path d="M4 7h12l-3-3M16 13H4l3 3" />);
export const PlusIcon = icon(<path d="M10 4.500v11M4.5 10h11" />);
export const DotsIcon = icon(<path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.5" />);
export const CopyIcon = icon(<path d="M7.5 7.500h8v8h-8zM12.5 7.500v-3h-8v8h3" />);
export const RuleIcon = icon(<path d="M4 6.500h7M14.5 6.500H16M4 13.500h1.500M9 13.500h7M11 4.500v4M5.500 11.500v4" />);
export const CalendarIcon = icon(<path d="M4 5h12v11.500H4zM4 8.500h12M7.5 3v3M12.5 3v3" />);
export const TagIcon = icon(<path d="M3.500 3.500h6l7 7-6 6-7-7zM7 7v.01" />);
export const ChartIcon = icon(<path d="M3.500 16.500h13M6 13.500v-4M10 13.500v-9M14 13.500v-6" />);
export const ReleaseIcon = icon(<path d="M4 10.500V16.500h12v-6M10 12.500V3.500M6.500 7 10 3.500 13.500 7" />);
export const WaveIcon = icon(
  <path d="M3 7.500c2.300-3 4.700-3 7 0s4.700 3 7 0M3 13c2.300-3 4.700-3 7 0s4.700 3 7 0" />,
);
export const WebhookIcon = icon(<path d="M11.500 3 5 11h4.500l-1 6L15 9h-4.500z" />);
export const CloseOfDayIcon = icon(<path d="M4 4.500h12v4H4zM5 8.500v8h10v-8M8 11.500h4" />);
export const ScanIcon = icon(
  <path d="M3 7V3.500h3.500M13.500 3.500H17V7M17 13v3.500h-3.500M6.500 16.500H3V13M6.500 7v6M9 7v6M11 7v6M13.500 7v6" />,
);
export const PrintIcon = icon(<path d="M6 7V3.500h8V7M6 13.500H3.500V7h13v6.500H14M6 11.500h8v5H6z" />);
export const SnowIcon = icon(<path d="M10 2.500v15M3.500 6.250l13 7.500M16.500 6.250l-13 7.500" />);
export const GiftIcon = icon(
  <path d="M3.500 7h13v3h-13zM4.500 10h11v6.500h-11zM10 7v9.500M10 7C8 3 5 4 6.500 7M10 7c2-4 5-3 3.500 0" />,
);
export const SoundIcon = icon(
  <path d="M4 8h2.500L10 5v10l-3.500-3H4zM12.500 7.500a4 4 0 0 1 0 5M14.500 5.500a7 7 0 0 1 0 9" />,
);
export const MuteIcon = icon(<path d="M4 8h2.500L10 5v10l-3.500-3H4zM13 8l4 4M17 8l-4 4" />);
export const PickIcon = icon(<path d="M3.500 5h2l1.500 8h8l1.500-6H6.500M8 16.500v.01M14 16.500v.01" />);
export const BinIcon = icon(<path d="M3.500 3.500v13h13v-13M7 10.500h6v6H7zM10 2.500v5M8 5.700l2 2 2-2" />);
export const TallyIcon = icon(<path d="M5 4.500v11M8.300 4.500v11M11.700 4.500v11M15 4.500v11M2.500 13.500l15-7" />);
export const LocationIcon = icon(
  <path d="M3.500 3.500v13M16.500 3.500v13M3.500 7.500h13M3.500 12h13M7 7.500v4.500M12 12v4.500" />,
);
export const WarehouseIcon = icon(<path d="M3 16.500V8l7-4 7 4v8.500M6 16.500V11h8v5.500M6 13.700h8" />);
export const ShipperIcon = icon(
  <path d="M4 8.500h12v8H4zM4 8.500 2.500 5.500M16 8.500l1.500-3M4 8.500 7 5M16 8.500 13 5M8 11.500h4" />,
);
export const StatusIcon = icon(
  <>
    <circle cx="5.5" cy="6" r="1.6" />
    <circle cx="5.5" cy="14" r="1.6" />
    <path d="M10 6h6.500M10 14h6.500" />
  </>,
);
export const ReasonIcon = icon(<path d="M3.500 4.500h13v9H10l-3.500 3v-3h-3zM7 8h6M7 10.500h3.500" />);
export const InspectIcon = icon(
  <>
    <path d="M6.500 4 3.500 7l3 3M3.500 7H10" />
    <circle cx="11.5" cy="12" r="3.200" />
    <path d="m14 14.500 2.500 2.500" />
  </>,
);
