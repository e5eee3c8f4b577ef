/** Routes outside any application, verbatim as users know them. */
export const paths = {
  signIn: '/auth/login',
  register: '/auth/register',
  forgotPassword: '/forgot-password',
  confirmPassword: '/confirm-password/{verified}',
  notFound: '/404',
} as const
