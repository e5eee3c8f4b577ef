import type { Text } from '#kernel/language.ts'

/** Why a match by hand was undone, or a resolved break has opened again, by itself. */
export const OURS_CHANGED: Text = { vi: 'Số liệu của ta đã thay đổi', en: 'Our records have changed' }

/** What is said of a partner whose match rate has fallen. */
export const RATE_FALLS: Text = { vi: 'Tỷ lệ khớp giảm từ {before} % xuống {after} %', en: 'The match rate has fallen from {before} % to {after} %' }
