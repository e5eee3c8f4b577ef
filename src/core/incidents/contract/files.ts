/** Papers and pictures that go with an incident. */
export const INCIDENT_FILES = 'incidents.incident'
export const INCIDENT_FILES_TYPES = ['pdf', 'png', 'jpg', 'xlsx', 'docx'] as const
export const INCIDENT_FILES_BYTES = 10 * 1_048_576
