import { type AreaKind, type AreaLevel, KIND_WORDS, KINDS_OF_LEVEL } from '#core/masterdata/contract/areas/area-kinds.ts'

export interface NamedKind {
  kind: AreaKind
  /** Without its kind: 'Ba Đình', '12'. */
  name: string
}

/** One spelling of a name as sources write it: composed letters, one apostrophe, single spaces. */
export function cleanName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[’ʼ`´]/g, "'")
    .trim()
    .replace(/\s+/g, ' ')
}

/** 'Phường 01' → WARD '1'; 'Thị Trấn Mường Chà' → TOWNSHIP 'Mường Chà'. Throws on a name without a kind of the level. */
export function splitName(level: AreaLevel, fullName: string): NamedKind {
  const text = cleanName(fullName)
  const lower = text.toLowerCase()
  for (const kind of KINDS_OF_LEVEL[level]) {
    const word = `${KIND_WORDS[kind].toLowerCase()} `
    // Numbered wards are written '01' by one source and '1' by the other, and by everybody else.
    if (lower.startsWith(word)) return { kind, name: text.slice(word.length).replace(/^0+(?=\d+$)/, '') }
  }
  throw new Error(`no kind of a ${level} in the name '${fullName}'`)
}

/**
 * Compares names across sources: letters decide, where the tone mark stands does not ('Thủy', 'Thuỷ'), nor y for i ('Kỳ', 'Kì').
 * Tones do count: 'Hoằng Phú' and 'Hoằng Phụ' are two places.
 */
export function nameKey(name: string): string {
  const tones: string[] = []
  const letters = cleanName(name)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0303\u0309\u0323]/g, (tone, at: number, whole: string) => {
      // Tones are collected by word, because the two spellings put them on different letters of one word.
      const word = whole.slice(0, at).split(' ').length
      tones.push(`${word}${tone}`)
      return ''
    })
    .normalize('NFC')
    .replace(/y/g, 'i')
  return `${letters}|${tones.join('')}`
}
