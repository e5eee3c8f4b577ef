/** Papers that go with a treasury transaction. */
export const TREASURY_FILES = 'cash.treasury'
export const TREASURY_FILES_TYPES = ['pdf', 'png', 'jpg', 'xlsx', 'docx'] as const
export const TREASURY_FILES_BYTES = 10 * 1_048_576
