// What a dialog with an address for others says where others cannot open it.

/** Nothing, unless the page was opened at an address of this computer alone. */
export function OnlyHere() {
  if (!/^(localhost|127\.|\[::1\])/.test(location.hostname)) return null;
  return (
    <p class="soft">
      This address works on this computer only. Start the server with <code>--addr :8080</code>, and open it by the address that others reach.
    </p>
  );
}
