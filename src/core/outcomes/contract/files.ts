/** Papers and pictures that people bring as evidence, and result files of partners. */
export const OUTCOME_FILES = 'outcomes.evidence'
export const OUTCOME_FILES_TYPES = ['pdf', 'png', 'jpg', 'xlsx', 'docx'] as const
export const OUTCOME_FILES_BYTES = 10 * 1_048_576
/** What they are attached to. */
export const EVIDENCE = 'outcome.evidence'
export const RESULT_FILE = 'outcome.result_file'
