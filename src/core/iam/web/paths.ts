/** Routes outside any application, verbatim as users know them. */
export const paths = {
  signIn: '/auth/login',
  notFound: '/404',
} as const
