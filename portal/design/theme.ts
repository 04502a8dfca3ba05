/** Mantine's theme: palettes, sizes, defaults of components, and the variables of tokens.css in place of Mantine's own. */
import {
  ActionIcon,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  Menu,
  Modal,
  PasswordInput,
  Popover,
  Select,
  TextInput,
  Tooltip,
} from '@mantine/core';
import type { FocusEvent } from 'react';

const field = { size: 'sm', radius: 6 } as const;
const inPlace = { withinPortal: false, radius: 8, transitionProps: { duration: 80 } } as const;

/**
 * A field that opens a list of choices. Browsers let Tab stop at what scrolls: there the list would take the focus from its field, close, and lose it.
 * The list has a fixed position, because the edge of a dialog cuts what is positioned in it.
 */
const choices = {
  checkIconPosition: 'right',
  comboboxProps: { ...inPlace, floatingStrategy: 'fixed' },
  scrollAreaProps: { viewportProps: { tabIndex: -1 } },
} as const;

/** Selects the text of the chosen option, with which the field begins, so that what is typed replaces it. */
const selectSearch = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => {
  if (!currentTarget.readOnly) currentTarget.select();
};

export const theme = createTheme({
  primaryColor: 'wine',
  primaryShade: { light: 9, dark: 7 },
  colors: {
    wine: [
      '#fbf1f3',
      '#f0dfe3',
      '#e2bcc5',
      '#d496a5',
      '#c77689',
      '#c06178',
      '#bc566f',
      '#a6465e',
      '#953d53',
      '#7d2e43',
    ],
    gray: [
      '#f7f7f6',
      '#ededeb',
      '#dcdbd8',
      '#c2c1bc',
      '#a19f99',
      '#7d7b75',
      '#5f5d58',
      '#45433f',
      '#2c2b28',
      '#1a1917',
    ],
    dark: [
      '#ededeb',
      '#dcdbd8',
      '#aeaca5',
      '#8d8b84',
      '#4a4843',
      '#302f2b',
      '#262522',
      '#1d1c1a',
      '#161513',
      '#0f0e0d',
    ],
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 30 } }),
    TextInput: TextInput.extend({ defaultProps: field }),
    // Most pages have no NumberInput, Textarea and MultiSelect: naming these would load their code with every page.
    // A number out of range is sent as it was typed, and refused. Clamped, another one would be posted.
    NumberInput: { defaultProps: { clampBehavior: 'none' } },
    Textarea: { defaultProps: field },
    PasswordInput: PasswordInput.extend({ defaultProps: field }),
    Select: Select.extend({ defaultProps: { ...field, ...choices, openOnFocus: false, onFocus: selectSearch } }),
    MultiSelect: { defaultProps: { ...field, ...choices, openOnFocus: false } },
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs', radius: 4 } }),
    // Menus are rendered where they are opened, so that they belong to a landmark of the page.
    Menu: Menu.extend({
      defaultProps: {
        radius: 8,
        offset: 4,
        transitionProps: { duration: 80 },
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    }),
    Popover: Popover.extend({ defaultProps: { radius: 8, withinPortal: false, transitionProps: { duration: 80 } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, radius: 6 } }),
    Modal: Modal.extend({
      defaultProps: {
        radius: 8,
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        // A transition that moves the dialog would leave it a transform, which lists of a fixed position do not get over.
        transitionProps: { duration: 120, transition: 'fade' },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    }),
  },
});

/** Mantine's own variables point to the tokens. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-quiet)',
    '--mantine-color-placeholder': 'var(--text-quiet)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--input-height-sm': '32px',
    '--button-height-sm': '32px',
  },
  light: {},
  dark: {},
});
