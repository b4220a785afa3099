# Varnish 6.2 or newer in front of the site, which purges it: see docs/cdn.md.
#
#   varnishd -a :6081 -f /etc/varnish/default.vcl -s malloc,1g -p http_gzip_support=off
#
# The site compresses its answers itself, with brotli where a reader takes it. With Varnish's own gzip
# support, all readers would get gzip.

vcl 4.1;

import std;

# The ingress of the site. It must have CDN=on.
backend default {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 2s;
  .first_byte_timeout = 15s;
  .between_bytes_timeout = 15s;
}

# Where the workers are that purge.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  # The port is no part of the name under which a page is kept.
  set req.http.host = regsub(std.tolower(req.http.host), ":[0-9]+$", "");

  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403, "Not a purger"));
    }
    if (req.url == "/*") {
      # Everything of this site that is kept for long has the site's key.
      if (req.http.surrogate-key !~ "^[0-9a-f]+$") {
        return (synth(400, "No key"));
      }
      ban("obj.http.surrogate-key ~ " + req.http.surrogate-key);
      return (synth(200, "Purged"));
    }
    return (purge);
  }

  # The site has no cookies, and answers everybody alike.
  unset req.http.cookie;
  # One copy for each form in which the site answers, and not for each wording of a browser.
  if (req.http.accept-encoding ~ "\bbr\b") {
    set req.http.accept-encoding = "br";
  } elsif (req.http.accept-encoding ~ "\bgzip\b") {
    set req.http.accept-encoding = "gzip";
  } else {
    unset req.http.accept-encoding;
  }
  # Readers who save data get light pages from the site itself, which are for nobody else.
  if (req.http.save-data == "on") {
    return (pass);
  }
  unset req.http.save-data;
  # An old copy is shown for eight seconds while a new one is fetched. For longer only when the site
  # has just failed to answer: then the request begins again, see vcl_deliver.
  if (req.restarts == 0) {
    set req.grace = 8s;
  }
}

sub vcl_backend_response {
  # For how long an old copy may be shown: less where a page ends at a certain moment.
  if (beresp.http.cdn-cache-control ~ "stale-if-error=[0-9]+") {
    set beresp.grace = std.duration(
      regsub(beresp.http.cdn-cache-control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 0s);
  } else {
    set beresp.grace = 0s;
  }
  # What Varnish has is newer than what nginx saved, and better than an error.
  if (bereq.is_bgfetch && (beresp.http.x-saved-copy || beresp.status >= 500)) {
    return (abandon);
  }
  # An answer that may not be kept says nothing of the next one: Varnish would remember for two minutes
  # not to keep what is at this address.
  if (beresp.status >= 500 || beresp.http.cache-control ~ "no-store") {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    return (deliver);
  }
}

sub vcl_deliver {
  if (resp.status >= 500 && req.restarts == 0) {
    return (restart);
  }
  if (obj.hits > 0) {
    set resp.http.x-cache = "hit";
  } else {
    set resp.http.x-cache = "miss";
  }
  # Caches beyond this one are not purged.
  set resp.http.cache-control = regsuball(resp.http.cache-control,
    ", (s-maxage|stale-while-revalidate|stale-if-error)=[0-9]+", "");
  unset resp.http.cdn-cache-control;
  unset resp.http.surrogate-key;
  unset resp.http.cache-tag;
  unset resp.http.x-varnish;
  unset resp.http.via;
}
