export const vi = {
  screens: {},
  fields: {},
  enums: {
    holdingKind: { VAULT: 'Quỹ chính', TILL: 'Quầy', COURIER: 'Bưu tá, người áp tải' },
    ceilingPolicy: { WARN: 'Cảnh báo', BLOCK: 'Chặn' },
  },
}
