# URLSession on Linux obeys these variables, and a proxy knows nothing of the servers that tests start on this machine.
unset http_proxy https_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
