/** The packages that contain the libraries that Node's Linux binaries link against, by distribution. */
const PACKAGES = {
  'libatomic.so.1': { debian: 'libatomic1', fedora: 'libatomic', alpine: 'libatomic' },
  'libstdc++.so.6': { debian: 'libstdc++6', fedora: 'libstdc++', alpine: 'libstdc++' },
  'libgcc_s.so.1': { debian: 'libgcc-s1', fedora: 'libgcc', alpine: 'libgcc' },
};

const INSTALL = { debian: 'apt-get install', fedora: 'dnf install', alpine: 'apk add' };

/** The command that finds the package of any other library. */
const FIND = { debian: 'apt-file search', fedora: 'dnf provides', alpine: 'apk search' };

/**
 * The messages of the loaders of glibc and musl; the length of the name is bounded so that no output makes
 * the match slow.
 */
const MISSING = /(?:loading shared libraries: |loading shared library )([^\s:]{1,100}):/i;
const OLD_LIBC = /version [`'](GLIBC(?:XX)?_[\d.]{1,20})' not found/;

/**
 * Says why a program does not start, and which package to install for it.
 * @param {string} output what the system's loader printed, or the system's error
 * @param {string} osRelease the content of /etc/os-release, empty if there is none
 * @returns {string | null} null if the output names no known cause
 */
export function explainStart(output, osRelease) {
  const family = familyOf(osRelease);
  const library = MISSING.exec(output)?.[1];
  if (library !== undefined)
    return (
      `The installed Node does not start: the library ${library} is ` +
      `missing.\n${installing(library, family)}`
    );
  const version = OLD_LIBC.exec(output)?.[1];
  if (version !== undefined)
    return `The installed Node does not start: it needs ${version}, and this system's C library is older.`;
  // The file exists but its loader does not: the system has another C library.
  if (/ENOENT/.test(output))
    return (
      'The installed Node does not start: it needs ' +
      `glibc.${family === 'alpine' ? ' Install Node with: apk add nodejs-current' : ''}`
    );
  return null;
}

/** Instructions for one distribution if it is known, otherwise for all of them. */
function installing(library, family) {
  const families = family === null ? Object.keys(INSTALL) : [family];
  const commands = families.map((each) => {
    const name = PACKAGES[library]?.[each];
    return name === undefined ? `${FIND[each]} ${library}` : `${INSTALL[each]} ${name}`;
  });
  const isKnown = PACKAGES[library] !== undefined;
  return (
    `${isKnown ? 'Install it with' : 'Find the package that contains it with'}: ` +
    `${commands.join('   or   ')}`
  );
}

function familyOf(osRelease) {
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, value]) =>
    value.split(' '),
  );
  if (ids.includes('debian') || ids.includes('ubuntu')) return 'debian';
  if (ids.includes('fedora') || ids.includes('rhel')) return 'fedora';
  return ids.includes('alpine') ? 'alpine' : null;
}
