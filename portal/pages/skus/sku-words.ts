/** Codes of items in words. */
import { formatCount } from '../../design/format.ts';

const categories: Readonly<Record<string, string>> = {
  MarketingMaterial: 'Marketing material',
  TastingFee: 'Tasting fee',
  IcePack: 'Ice pack',
};

export const categoryName = (category: string): string => categories[category] ?? category;

const storages: Readonly<Record<string, string>> = {
  service: 'In our warehouses',
  client: "In the winery's own storage",
  virtual: 'None: not a thing',
};

/** Where an item of a kind of storage (`service`, `client`, `virtual`) is, in words. */
export const itemStorageName = (storage: string): string => storages[storage] ?? storage;

/** `750 ml` of `750`; `6 × 1,500 ml, wood box` of `1500-6-W`; other forms unchanged. */
export function unitInWords(uom: string): string {
  const [, size, pack, wood] = /^(\d+)(?:-(\d+))?(-W)?$/.exec(uom) ?? [];
  if (size === undefined) return uom;
  return `${pack === undefined ? '' : `${pack} × `}${formatCount(Number(size))} ml${wood === undefined ? '' : ', wood box'}`;
}

/** The unit on the shelf: `750 ml bottle`, `pack of 6 × 1,500 ml`; other forms unchanged. */
export function unitOnShelf(uom: string): string {
  const words = unitInWords(uom);
  if (words === uom) return uom;
  return words.includes('×') ? `pack of ${words}` : words.replace(/ml/, 'ml bottle');
}
