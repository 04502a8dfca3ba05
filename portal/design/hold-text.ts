/** The most characters of what a person writes about a hold; the server refuses more (`holdTextField` of src/contract/fields.ts). */
export const maxHoldTextLength = 1000;
