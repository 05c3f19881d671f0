// The terms with their texts and pictures, from the table in Go (`terms`); loaded when the first card is opened.

/** A term; `Term` in Go says what its fields are. */
export interface Term {
  id: string;
  name: string;
  text: string;
  picture: string;
  lesson?: string;
  source: { title: string; url: string };
}

export const terms: readonly Term[] = __TERMS__;
