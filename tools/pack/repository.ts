const { GITHUB_REPOSITORY, GITHUB_SERVER_URL } = process.env

/** Where a tarball is built, which its published provenance must name. @param directory of the package, if not the root */
export const repositoryOf = (directory?: string) =>
  GITHUB_REPOSITORY && {
    type: 'git',
    url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`,
    ...(directory && { directory }),
  }
